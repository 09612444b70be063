// A screen whose code is not on the device yet, asked for without network. The router would reload the page, for it may be an old version's
// code that is missing; but then nothing comes back at all. Under another message it shows the error instead.
export const missingScreen = 'ERR_SCREEN_MISSING'

window.addEventListener('vite:preloadError', ({ payload }) => {
  if (!navigator.onLine) payload.message = missingScreen
})
