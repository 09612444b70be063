// The documentation as a site, of the same markdown: `pnpm docs:build`, served below /docs.
// Invariant: no page has a script of its own: the server's Content-Security-Policy lets none run.
import { createHash } from 'node:crypto'
import { writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { guide } from './guide.ts'

const inline = /<script((?:(?! src=)[^>])*)>([\s\S]+?)<\/script>/g

export default defineConfig({
  base: '/docs/',
  lang: 'pt-BR',
  title: 'Balcão',
  description: 'Guia de uso, API e operação',
  metaChunk: true,
  // The server leads from there to its own page.
  ignoreDeadLinks: [/^\/api\/docs/],
  // What looks like HTML in our texts is text, and so is {{firstName}} in code.
  markdown: {
    html: false,
    config(md) {
      md.renderer.rules.code_inline = (tokens, at) =>
        `<code v-pre>${md.utils.escapeHtml(tokens[at]?.content ?? '')}</code>`
    },
  },
  vite: { logLevel: 'error', build: { chunkSizeWarningLimit: 2_000 } },
  head: [['meta', { name: 'theme-color', content: '#0f766e' }]],
  themeConfig: {
    search: { provider: 'local', options: { translations: { button: { buttonText: 'Buscar' } } } },
    nav: [
      { text: 'Guia de uso', link: '/guia/', activeMatch: '^/guia/' },
      { text: 'API', link: '/api/docs', target: '_self' },
      { text: 'Operação', link: '/operations' },
      { text: 'Por dentro', link: '/architecture' },
    ],
    sidebar: {
      '/guia/': [
        { text: 'Guia de uso', items: guide.map(({ page, title }) => ({ text: title, link: `/guia/${page}` })) },
      ],
      '/': [
        {
          text: 'For operators and developers',
          items: [
            { text: 'Running Balcão', link: '/operations' },
            { text: 'Security', link: '/security' },
            { text: 'Architecture', link: '/architecture' },
            { text: 'WhatsApp faults', link: '/whatsapp-faults' },
          ],
        },
      ],
    },
    outline: { label: 'Nesta página' },
    docFooter: { prev: 'Anterior', next: 'Próxima' },
    darkModeSwitchLabel: 'Aparência',
    lightModeSwitchTitle: 'Tema claro',
    darkModeSwitchTitle: 'Tema escuro',
    sidebarMenuLabel: 'Menu',
    returnToTopLabel: 'Voltar ao topo',
  },
  async transformHtml(html, _id, { siteConfig }) {
    const files = new Map<string, string>()
    const moved = html.replaceAll(inline, (_, attributes: string, code: string) => {
      const name = `inline.${createHash('sha256').update(code).digest('hex').slice(0, 10)}.js`
      files.set(name, code)
      return `<script${attributes} src="/docs/assets/${name}"></script>`
    })
    const assets = join(siteConfig.outDir, 'assets')
    await mkdir(assets, { recursive: true })
    for (const [name, code] of files) await writeFile(join(assets, name), code)
    return moved
  },
})
