/* Asks the memory for a place that will be wanted soon. WebAssembly has no such request: there it is read, and the
 * processor goes on meanwhile. */
#ifndef PANJ_BASE_FETCH_H
#define PANJ_BASE_FETCH_H

static inline void fetch(const void *place)
{
#ifdef __wasm__
    (void)*(const volatile char *)place;
#else
    __builtin_prefetch(place);
#endif
}

#endif
