/** Shows notices of this server while no page of it is open, and opens the battle that one is about. */

/** @type {any} */
const worker = self;

worker.addEventListener("push", (/** @type {any} */ event) => {
  const told = event.data?.json() ?? {};
  event.waitUntil(
    worker.registration.showNotification(told.title ?? "Sandtable", {
      body: told.text ?? "",
      tag: told.tag ?? "",
      icon: "/icon.svg",
      data: { link: told.link ?? "/" },
    }),
  );
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const link = new URL(event.notification.data?.link ?? "/", worker.location.origin);
  event.waitUntil(worker.clients.openWindow(`/${link.hash}`)); // never to another place, whatever was sent
});
