// The phone page's files, read once at start: it has no build step and needs no other host.

import { readFileSync } from 'node:fs'

const read = (name: string) => readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8')

const HTML = 'text/html; charset=utf-8'
const CSS = 'text/css; charset=utf-8'
const JAVASCRIPT = 'text/javascript; charset=utf-8'

export const pageFiles = [
  { path: '/', type: HTML, body: read('index.html') },
  { path: '/theme.css', type: CSS, body: read('theme.css') },
  { path: '/page.css', type: CSS, body: read('page.css') },
  ...['page.js', 'admin-client.js', 'dom.js', 'link-dialogs.js'].map((name) => ({
    path: `/${name}`,
    type: JAVASCRIPT,
    body: read(name),
  })),
]
