// Which processors a thread runs on: declared by the C library only to programs that ask for its extensions, which the
// Glibc module does not.
#pragma once
#ifdef __linux__
#include <pthread.h>
#include <sched.h>

int sched_getcpu(void);
int pthread_getaffinity_np(pthread_t thread, size_t byte_count, cpu_set_t *set);
int pthread_setaffinity_np(pthread_t thread, size_t byte_count, const cpu_set_t *set);
#endif
