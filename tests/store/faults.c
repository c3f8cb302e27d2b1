/* Faults of a disk: counts what a process writes, syncs, truncates, renames and removes under a
   folder, and lets one of these calls fail, or ends the process there. Loaded by LD_PRELOAD;
   tests/store/test_faults.py arms it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NONE, FAIL, FULL, BEFORE, HALF, AFTER }; /* what happens; FULL lasts, the others come once */

static int at, how, seen;
static char under[512];

void faults_arm(const char *folder, int number, int what) {
    snprintf(under, sizeof under, "%s/", folder);
    at = number, how = what, seen = 0;
}

int faults_seen(void) { return seen; }

static int ours(const char *path) { return *under && path && strstr(path, under) == path; }

static int ours_open(int file) {
    char link[64], path[512];
    if (!*under) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return ours(path);
}

/* What happens to the call that is made now. */
static int now(int mine) {
    if (!mine) return NONE;
    seen++;
    if (how == FULL && at && seen >= at) return FULL;
    return seen == at ? how : NONE;
}

#define REAL(name) static __typeof__(name) *real; if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)
#define FAULT(what, call)                                       \
    if (what == BEFORE || what == HALF) _exit(137);             \
    if (what == FAIL || what == FULL) {                         \
        errno = what == FULL ? ENOSPC : EIO;                    \
        return -1;                                              \
    }                                                           \
    __typeof__(call) done = call;                               \
    if (what == AFTER) _exit(137);                              \
    return done

#define WRITES(name, offset_t)                                                          \
    ssize_t name(int file, const void *data, size_t size, offset_t where) {             \
        REAL(name);                                                                     \
        int what = now(ours_open(file));                                                \
        if (what == HALF) real(file, data, size / 2, where);                            \
        FAULT(what, real(file, data, size, where));                                     \
    }
WRITES(pwrite, off_t)
WRITES(pwrite64, off64_t)

ssize_t write(int file, const void *data, size_t size) {
    REAL(write);
    int what = now(ours_open(file));
    if (what == HALF) real(file, data, size / 2);
    FAULT(what, real(file, data, size));
}

#define ON_FILE(name, parameters, ...)                          \
    int name parameters {                                       \
        REAL(name);                                             \
        int what = now(ours_open(file));                        \
        FAULT(what, real(__VA_ARGS__));                         \
    }
ON_FILE(fsync, (int file), file)
ON_FILE(fdatasync, (int file), file)
ON_FILE(ftruncate, (int file, off_t size), file, size)
ON_FILE(ftruncate64, (int file, off64_t size), file, size)

#define ON_PATH(name, parameters, ...)                          \
    int name parameters {                                       \
        REAL(name);                                             \
        int what = now(ours(path));                             \
        FAULT(what, real(__VA_ARGS__));                         \
    }
ON_PATH(rename, (const char *path, const char *to), path, to)
ON_PATH(unlink, (const char *path), path)
ON_PATH(link, (const char *path, const char *to), path, to)
