// A program as ffmpeg might be that a hostile file has taken over: main ATTEMPT FILE FOLDER SOCKET, already locked.
// Its exit status is errno, 0 when the attempt worked.
#include "attempts.h"

int main(int count, char **words) {
  if (count < 5) return 255;
  struct hostile_targets targets = {words[2], words[3], words[4], getppid()};
  return hostile_attempt(words[1], &targets);
}
