package dev.moldau.protocol.processor;

import java.util.List;
import javax.lang.model.element.TypeElement;

/**
 * A declared message.
 *
 * @param element the record
 * @param packageName its package
 * @param name its simple name
 * @param role whether it is asked, answered or neither
 * @param api the constant of the API; empty for plain data
 * @param versions all its versions
 * @param flexible those with compact lengths and tagged fields
 * @param structs the message itself and all records inside, each after those that it uses
 */
record MessageModel(
        TypeElement element,
        String packageName,
        String name,
        Role role,
        String api,
        VersionRange versions,
        VersionRange flexible,
        List<StructModel> structs) {

    /** What a message is for. */
    enum Role {
        REQUEST,
        RESPONSE,
        DATA
    }

    StructModel root() {
        return structs.get(structs.size() - 1);
    }
}
