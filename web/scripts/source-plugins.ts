// What makes of our sources what runs: in the app, and at the build, where one screen is rendered (first-page.ts).
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'

export const sourcePlugins = () => [react(), babel({ presets: [linguiTransformerBabelPreset()] }), lingui()]
