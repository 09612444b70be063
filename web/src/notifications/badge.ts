/** The number on the app's icon; nothing where there is no such thing. */
export async function setBadge(unread: number): Promise<void> {
  // Refused while the app is not installed: on some systems only then there is an icon.
  if ('setAppBadge' in navigator) await navigator.setAppBadge(unread).catch(() => undefined)
}
