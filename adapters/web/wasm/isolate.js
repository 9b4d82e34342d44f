/* For hosts that send no headers: the page's own files get those that threads need. */
"use strict";
const headersOfIsolation = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
};

oninstall = () => skipWaiting();
onactivate = (event) => event.waitUntil(clients.claim());

async function fetchIsolated(request) {
    const response = await fetch(request);
    if (response.type !== "basic" || response.status === 304) return response;
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(headersOfIsolation)) headers.set(name, value);
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

onfetch = (event) => {
    if (new URL(event.request.url).origin === location.origin) event.respondWith(fetchIsolated(event.request));
};
