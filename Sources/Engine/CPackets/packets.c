// packets.c
// Sends and receives packets with descriptors: the macros with which descriptors go along (unix(7)) do not reach Swift.
// In a file of its own, because a header that includes <sys/socket.h> would take its names away from Swift's Glibc.

#include "packets.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

enum { BARLINE_MOST_DESCRIPTORS = 4 };

// Returns what sendmsg(2) does. Never waits: a receiver that has stood still for hundreds of packets is lost.
long barline_send_packet(
    int socket, const void *bytes, long count, const int *descriptors, int descriptorCount) {
  struct iovec part = {(void *)bytes, (unsigned long)count};
  _Alignas(struct cmsghdr) char room[CMSG_SPACE(BARLINE_MOST_DESCRIPTORS * sizeof(int))];
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptorCount > 0) {
    unsigned long size = (unsigned long)descriptorCount * sizeof(int);
    memset(room, 0, sizeof room);
    message.msg_control = room;
    message.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(head), descriptors, size);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Returns what recvmsg(2) does, and -1 for a packet that does not fit. `*descriptorCount` is how many fit into
// `descriptors`, then how many came, which are the caller's to close.
long barline_receive_packet(
    int socket, void *bytes, long count, int *descriptors, int *descriptorCount) {
  struct iovec part = {bytes, (unsigned long)count};
  _Alignas(struct cmsghdr) char room[CMSG_SPACE(BARLINE_MOST_DESCRIPTORS * sizeof(int))];
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
  int most = *descriptorCount;
  *descriptorCount = 0;
  long received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (received < 0) return received;
  for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head; head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
    unsigned long size = head->cmsg_len - CMSG_LEN(0);
    if (size > (unsigned long)most * sizeof(int)) size = (unsigned long)most * sizeof(int);
    memcpy(descriptors, CMSG_DATA(head), size);
    *descriptorCount = (int)(size / sizeof(int));
  }
  if (message.msg_flags & MSG_TRUNC) {
    // Or the number of an earlier call would stay: after an interrupted one, the caller would ask again.
    errno = EMSGSIZE;
    return -1;
  }
  return received;
}
