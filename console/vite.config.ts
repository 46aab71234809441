import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Of the build, and of `vite` itself beside a running service (`npm run dev -w console`). */
export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: {
    target: 'es2023',
    // Nothing is put into the page as data: its policy allows only files of the service.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        // What many pages share is one file: each in a file of its own, twenty would wait for each other on the way.
        codeSplitting: {
          groups: [{ name: 'shared', test: /\/console\/src\//, minShareCount: 3 }],
        },
      },
    },
  },
  server: { proxy: { '/api': process.env['ASSAY_URL'] ?? 'http://127.0.0.1:8080' } },
})
