// What every answer tells browsers: what its page may do, load and be part of.
import { secureHeaders } from 'hono/secure-headers'

const headers = {
  /** A page says for itself which script may stand in it. */
  overwrite: false,
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    workerSrc: ["'self'", 'blob:'],
    // Help videos, once somebody asks for one.
    frameSrc: ['https://www.youtube-nocookie.com'],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    frameAncestors: ["'none'"],
    // No form of the app is sent by the browser itself.
    formAction: ["'none'"],
  },
  permissionsPolicy: {
    // Voice messages, and the place that somebody sends.
    microphone: ['self'],
    geolocation: ['self'],
    // Nothing here asks for these, and nothing that gets in may.
    camera: [],
    displayCapture: [],
    payment: [],
    usb: [],
    serial: [],
    hid: [],
    midi: [],
    magnetometer: [],
    accelerometer: [],
    gyroscope: [],
  },
  crossOriginOpenerPolicy: 'same-origin',
  // Only over HTTPS, where the proxy sets it.
  strictTransportSecurity: false,
} satisfies Parameters<typeof secureHeaders>[0]

/** `script`: allowed beside those that are files of ours, e.g. the hash of one that stands in the page. */
export function securityHeaders(script?: string) {
  const { contentSecurityPolicy } = headers
  const scriptSrc =
    script === undefined ? contentSecurityPolicy.scriptSrc : [...contentSecurityPolicy.scriptSrc, script]
  return secureHeaders({ ...headers, contentSecurityPolicy: { ...contentSecurityPolicy, scriptSrc } })
}
