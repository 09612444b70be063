import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['{db,sync-server,whatsapp-worker,web}/{src,simulator}/**/*.test.ts'] } })
