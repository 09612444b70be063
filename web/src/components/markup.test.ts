import * as fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markup } from './markup.tsx'

const allowed = new Set(['a', 'b', 'strong', 'em', 'u', 'code', 'del'])
const mentions = [{ digits: '5511999', name: '<b onclick=x>Ana</b>' }]

/** What people and attackers write: marks, markup, addresses, in any order. */
const bits = fc.constantFrom(
  '*',
  '_',
  '~',
  '`',
  '```',
  ' ',
  '\n',
  'oi',
  '@5511999',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  'https://a.example/"onmouseover="x',
  'javascript:alert(1)',
  'data:text/html,<p>',
  'www.a.example',
  '&lt;b&gt;',
  '{{name}}',
)
const texts = fc.oneof(
  fc.array(bits, { maxLength: 30 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
)

test('no text brings another element, attribute or scheme out', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const html = renderToStaticMarkup(createElement(Markup, { text, mentions }))
      for (const [, name = '', attributes = ''] of html.matchAll(/<\/?([a-z0-9]+)((?:\s+[a-z-]+="[^"]*")*)\s*>/gi)) {
        expect(allowed).toContain(name)
        for (const [, attribute = ''] of attributes.matchAll(/([a-z-]+)="/g)) {
          expect(['href', 'target', 'rel', 'class']).toContain(attribute)
        }
        const href = /href="([^"]*)"/.exec(attributes)?.[1]
        if (href !== undefined) {
          expect(href).toMatch(/^https?:\/\//)
          expect(attributes).toContain('target="_blank"')
          expect(attributes).toContain('rel="noopener noreferrer"')
        }
      }
      // Every < is one of those elements'.
      expect(html.replaceAll(/<\/?[a-z0-9]+(?:\s+[a-z-]+="[^"]*")*\s*>/gi, '')).not.toContain('<')
    }),
    { numRuns: 2000 },
  )
})
