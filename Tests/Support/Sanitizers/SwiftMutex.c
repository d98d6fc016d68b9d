// Tells ThreadSanitizer about Swift's `Mutex`: scripts/sanitize loads this into the tests. Where threads wait for each
// other, `Mutex` locks in a library that was built without the sanitizer, which then takes every access under
// that lock for a race.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK $s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF
#define UNLOCK $s15Synchronization12_MutexHandleV11_unlockSlowyyF
#define NAME(symbol) NAME_OF(symbol)
#define NAME_OF(symbol) #symbol
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Programs that the tests start have no sanitizer.
__attribute__((weak)) void __tsan_acquire(void *);
__attribute__((weak)) void __tsan_release(void *);

SWIFT void LOCK(uint32_t thread, SELF void *handle) {
  static SWIFT void (*lock)(uint32_t, SELF void *);
  if (!lock) lock = (SWIFT void (*)(uint32_t, SELF void *))dlsym(RTLD_NEXT, NAME(LOCK));
  lock(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void UNLOCK(SELF void *handle) {
  static SWIFT void (*unlock)(SELF void *);
  if (!unlock) unlock = (SWIFT void (*)(SELF void *))dlsym(RTLD_NEXT, NAME(UNLOCK));
  if (__tsan_release) __tsan_release(handle);
  unlock(handle);
}
