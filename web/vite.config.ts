import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { chunkGroups } from './scripts/chunks.ts'
import { compressed } from './scripts/compress.ts'
import { databaseFiles } from './scripts/database-files.ts'
import { deskScripts } from './scripts/desk-scripts.ts'
import { emojiData } from './scripts/emoji-data.ts'
import { firstPage } from './scripts/first-page.ts'
import { sourcePlugins } from './scripts/source-plugins.ts'
import { startAddress } from './src/lib/app/last-page.ts'

const apiPort = process.env['API_PORT'] ?? '8787'

const api = `http://127.0.0.1:${apiPort}`
const proxy = { '/api': api, '/public': api }

const screenshot = (form: 'wide' | 'narrow', name: string, label: string) => ({
  src: `/screenshots/${form}-${name}.webp`,
  sizes: form === 'wide' ? '1200x750' : '390x844',
  type: 'image/webp',
  form_factor: form,
  label,
})

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      autoCodeSplitting: true,
      codeSplittingOptions: { splitBehavior: ({ routeId }) => (routeId === '/login' ? [] : undefined) },
      quoteStyle: 'single',
    }),
    sourcePlugins(),
    tailwindcss(),
    emojiData(),
    databaseFiles(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: {
        id: '/',
        name: 'Balcão',
        short_name: 'Balcão',
        description: 'Atendimento por WhatsApp, também sem internet.',
        lang: 'pt-BR',
        start_url: startAddress,
        display: 'standalone',
        theme_color: '#0f766e',
        background_color: '#fafafa',
        shortcuts: [
          {
            name: 'Aguardando',
            description: 'Quem espera por atendimento',
            url: '/tickets?tab=pending',
            icons: [{ src: '/icons/192.png', sizes: '192x192', type: 'image/png' }],
          },
          {
            name: 'Novo atendimento',
            description: 'Começar uma conversa',
            url: '/tickets?new=',
            icons: [{ src: '/icons/192.png', sizes: '192x192', type: 'image/png' }],
          },
        ],
        // Made by `pnpm docs:pictures`: with them browsers show what it is before they install it.
        screenshots: [
          screenshot('wide', 'atendimentos', 'Os atendimentos e uma conversa'),
          screenshot('wide', 'kanban', 'O quadro das etapas'),
          screenshot('narrow', 'atendimentos', 'Os atendimentos'),
          screenshot('narrow', 'conversa', 'Uma conversa'),
        ],
        share_target: {
          action: '/share',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: {
            title: 'title',
            text: 'text',
            url: 'url',
            files: [{ name: 'files', accept: ['image/*', 'video/*', 'audio/*', 'application/pdf'] }],
          },
        },
        icons: [
          { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      injectManifest: {
        // One file either way; as `es` the plugin asks for it by an option that Vite calls outdated at every build.
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg,png,wasm,data,gz,woff2,xlsx}'],
        // Makes a database where there is no prebuilt one; with a service worker there is.
        globIgnores: ['**/initdb-*.wasm'],
        maximumFileSizeToCacheInBytes: 20 * 1024 * 1024,
      },
    }),
    deskScripts(),
    firstPage(),
    compressed(),
  ],
  worker: { format: 'es', plugins: () => [databaseFiles()] },
  optimizeDeps: { exclude: ['@electric-sql/pglite'] },
  build: {
    outDir: 'dist',
    target: 'baseline-widely-available',
    chunkImportMap: true,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
})
