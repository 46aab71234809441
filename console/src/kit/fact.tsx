import type { ReactNode } from 'react'
import './facts.css'

/** A member of a list of facts (`dl` with the class `facts`): its name above its value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
