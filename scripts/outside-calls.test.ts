// Calls to other machines have one way out, db/src/node/outgoing: public addresses only, an end in time and bytes, no redirect, JSON read to a
// depth. A file that could call past it is named here with the reason, or this fails.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromRoot } from './paths.ts'

/** None of these addresses was chosen by a person who uses the product. */
const own: Record<string, string> = {
  'db/src/node/outgoing/outgoing.ts': 'the way out',
  'db/src/node/outgoing/look-up.ts': 'its names',
  'db/src/node/traces/otlp.ts': 'the collector that the operator names',
  'db/src/node/media/media-bucket.ts': 'the bucket that the operator names',
  'db/src/node/media/media-store.ts': 'a folder, or that bucket',
  'db/src/node/mail/mail.ts': 'the mail server that the operator names',
  'db/src/node/doctor/settings.ts': 'the same, asked whether it is there',
  'db/src/node/doctor/places.ts': 'our own health, by PUBLIC_URL',
  'sync-server/src/gatekeeper/shape-engines.ts': 'our own shape engines, without redirects',
  'sync-server/src/office/demo.ts': 'the simulator of a demonstration, by a setting',
  'sync-server/src/spec-client/client.ts': 'a client of ours, for tests',
  'whatsapp-worker/src/media/download.ts': 'WhatsApp’s file hosts, by media-agent.ts',
  'whatsapp-worker/src/session/media-agent.ts': 'the list of them',
  'whatsapp-worker/src/notifications/web-push.ts': 'encrypts; what it makes goes the one way',
}

/** Libraries that call others' machines. Postgres, MariaDB and Baileys speak to what their settings name. */
const clients =
  /^(?:node:(?:http|https|http2|net|tls|dgram|dns|dns\/promises)|undici|got|axios|ky|node-fetch|nodemailer|web-push|flydrive|request-filtering-agent|@aws-sdk\/client-.+|@opentelemetry\/exporter-.+|ws)$/
/** Of Node's modules: what serves, or only speaks of addresses. */
const harmless = /^(?:createServer|BlockList|isIP|isIPv4|isIPv6|createSecureContext|type\s.*)$/
const fetches = /(?:\bawait|\breturn|=>|[=(,?:])\s*(?:globalThis\.)?fetch\(|\bnew (?:WebSocket|EventSource)\(/

function callsOut(text: string): boolean {
  const imports = text.matchAll(/^import\s+(?!type\s)([^'"]+?)\s+from\s+'([^']+)'/gm)
  const isClient = [...imports].some(
    ([, names = '', from = '']) =>
      clients.test(from) &&
      names
        .replaceAll(/[{}\s]+/g, ' ')
        .split(',')
        .map((name) => name.trim())
        .some((name) => name !== '' && !harmless.test(name)),
  )
  return isClient || /\bimport\(\s*'node:https?'/.test(text) || fetches.test(text)
}

test('what runs on the server calls other machines the one guarded way', () => {
  const files = globSync('{db/src,sync-server/src,sync-server/shapes/src,whatsapp-worker/src}/**/*.ts', {
    cwd: fromRoot('.'),
  }).filter((file) => !/\.test\.ts$|\/test-[^/]+\.ts$|\/testing\/|\/node_modules\//.test(file))
  const found = files.filter((file) => callsOut(readFileSync(fromRoot(file), 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(own).toSorted())
})

test('Baileys has nothing that would look up the links in people’s texts', () => {
  expect(readFileSync(fromRoot('pnpm-lock.yaml'), 'utf8')).not.toContain('link-preview-js@')
})

test.each([
  ["import { get } from 'node:https'", true],
  ["import {\n  createServer,\n  request,\n} from 'node:http'", true],
  ["import got from 'got'", true],
  ["import * as http from 'node:http'", true],
  ["const { get } = await import('node:https')", true],
  ['const answer = await fetch(url)', true],
  ['return globalThis.fetch(url)', true],
  ["import { createServer, type Server } from 'node:http'", false],
  ["import type { Agent } from 'node:https'", false],
  ['const answer = await engine.fetch(request)', false],
  ['async fetch(request: Request): Promise<Response> {', false],
])('%s: %s', (text, calls) => {
  expect(callsOut(text)).toBe(calls)
})
