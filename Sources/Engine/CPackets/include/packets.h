#pragma once

// Returns what sendmsg(2) does; `descriptorCount` is 4 at most.
long barline_send_packet(
    int socket, const void *bytes, long count, const int *descriptors, int descriptorCount);

// Returns what recvmsg(2) does, and -1 for a packet that does not fit.
long barline_receive_packet(int socket, void *bytes, long count, int *descriptors, int *descriptorCount);
