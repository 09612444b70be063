// The phone page's files and the samples that it can send, read once at start: it has no build step and needs no other host.

import { readdirSync, readFileSync } from 'node:fs'

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  ogg: 'audio/ogg',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
}

function filesIn(name: string, prefix: string) {
  const folder = new URL(`${name}/`, import.meta.url)
  return readdirSync(folder).map((file) => ({
    path: file === 'index.html' ? '/' : `${prefix}/${file}`,
    type: TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    body: Uint8Array.from(readFileSync(new URL(file, folder))),
  }))
}

export const pageFiles = [...filesIn('page', ''), ...filesIn('samples', '/samples')]
