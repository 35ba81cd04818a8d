/** The admin client: one class per operation behind one face. */
@NullMarked
package dev.moldau.client.admin;

import org.jspecify.annotations.NullMarked;
