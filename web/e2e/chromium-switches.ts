// How Chromium is started, whoever drives it: as people have it. Playwright would add sixty switches of its own, among them some that take away
// the back/forward cache, throttled timers and backgrounded tabs, and so hid what breaks there. What stays is what a machine without
// screen, people and network needs.
export const chromiumSwitches: readonly string[] = [
  // Root in a container, no graphics card, little shared memory.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  // Nobody is there to answer: which browser is the default, which search engine, the keyring's password.
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-search-engine-choice-screen',
  '--password-store=basic',
  '--use-mock-keychain',
  // The browser's own traffic, which goes nowhere here.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  // Below the address bar, which nobody sees here, two pages of its own wait for letters: half a second of processor a browser.
  '--disable-features=WebUIOmniboxPopup',
  // A mouse, which a machine without a screen does not have; no loudspeaker; a microphone that beeps once a second, and nobody who has to allow it.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--mute-audio',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]
