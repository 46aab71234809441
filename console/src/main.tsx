import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import './tokens.css'
import './base.css'
import './kit/kit.css'
import './print.css'
import { answers } from './api/answers.ts'
import { applyPreferences } from './shell/preferences.ts'
import { router } from './router.tsx'

applyPreferences()
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element.')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={answers}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
