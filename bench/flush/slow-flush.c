// Slows down every flush to disk by some microseconds, like a slower disk would.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static int flush(const char *name, int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  int result = real(file);
  const char *given = getenv("SLOWER_FLUSH_US");
  long micros = given ? atol(given) : 0;
  struct timespec rest = {micros / 1000000, (micros % 1000000) * 1000};
  if (micros > 0) nanosleep(&rest, NULL);
  return result;
}

int fsync(int file) { return flush("fsync", file); }
int fdatasync(int file) { return flush("fdatasync", file); }
