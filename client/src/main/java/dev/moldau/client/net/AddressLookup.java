package dev.moldau.client.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a name. May block, hence never called on the loop. */
@FunctionalInterface
public interface AddressLookup {

    /** What the system says: its files and its name servers. */
    AddressLookup SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    /**
     * All addresses of a name.
     *
     * @param host a name or an address
     * @return at least one
     * @throws UnknownHostException if there is none
     */
    List<InetAddress> addresses(String host) throws UnknownHostException;
}
