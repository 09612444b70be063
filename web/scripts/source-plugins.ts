// What makes of our sources what runs: in the app, and at the build, where one screen is rendered (first-page.ts).
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { compiledWords } from './compiled-words.ts'

const macro = linguiTransformerBabelPreset({ descriptorFields: 'message' })
const words = { ...macro, preset: () => ({ plugins: [compiledWords] }) }

export const sourcePlugins = () => [react(), babel({ presets: [macro, words] }), lingui()]
