import type { ReactNode } from 'react'
import './facts.css'

/** Short facts beside each other, each under its name. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}
