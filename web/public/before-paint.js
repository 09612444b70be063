// What has to be known before the first paint.
;(() => {
  // Nobody who works in the dark sees a white flash.
  const stored = localStorage.getItem('theme')
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.add(dark ? 'dark' : 'light')

  // The login that a first visit's page has is for who was never here. Who enters there before the app's code is there is taken at their word
  // (typed-before.ts).
  if (localStorage.length > 0) {
    document.documentElement.classList.add('was-here')
    // To them the desk is what comes. Not before the page is parsed: an import map that comes after a module was asked for is ignored.
    return document.addEventListener(
      'readystatechange',
      () => {
        preloadDesk()
        showLastPage()
      },
      { once: true },
    )
  }
  // As `hasPasskeys`: the button is not there in the end.
  if (!isSecureContext || /^[\d.]+$|:/.test(location.hostname)) document.documentElement.classList.add('no-passkeys')
  const enter = ({ type, key, target }) => {
    const page = target.closest('[data-first-page]')
    const isEntering = type === 'click' ? target.closest('[type=submit]') : key === 'Enter' && target.matches('input')
    if (page && isEntering) page.dataset.firstPage = 'entered'
  }
  for (const type of ['click', 'keydown']) addEventListener(type, enter)

  function preloadDesk() {
    const files = document.querySelector('meta[name=desk-scripts]')?.content.split(' ') ?? []
    const link = (href) => Object.assign(document.createElement('link'), { rel: 'modulepreload', href })
    document.head.append(...files.map(link))
  }

  // As it was left (src/lib/app/last-page.ts), until the app is there; a link that is clicked meanwhile is followed then.
  function showLastPage() {
    const kept = localStorage.getItem(`last-page ${location.pathname}${location.search}`)
    const { width, styles, html } = JSON.parse(kept ?? '{}')
    const sheet = document.querySelector('link[rel=stylesheet]')
    if (width !== innerWidth || styles !== sheet?.href) return
    const page = Object.assign(document.createElement('div'), { inert: true, ariaHidden: 'true', innerHTML: html })
    page.dataset.lastPage = ''
    document.body.prepend(page)
    document.addEventListener('click', follow)

    function follow({ clientX, clientY }) {
      if (!page.isConnected) return document.removeEventListener('click', follow)
      page.inert = false
      const link = document.elementFromPoint(clientX, clientY)?.closest('[data-last-page] a')
      page.inert = true
      // Those that lead elsewhere open another tab, as a message's do.
      const isOurs = link?.origin === location.origin && !link.target && !link.hasAttribute('download')
      if (isOurs) page.dataset.lastPage = link.pathname + link.search
    }
  }
})()
