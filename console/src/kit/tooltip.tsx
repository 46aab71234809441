import type { ReactElement } from 'react'
import { Tooltip as Base, TooltipAnchor, TooltipProvider } from '@ariakit/react'

/** Says more of what is pointed at or focused. */
export function Tooltip({
  text,
  children,
}: {
  text: string
  children: ReactElement<Record<string, unknown>>
}) {
  return (
    <TooltipProvider>
      <TooltipAnchor render={children} aria-description={text} />
      <Base className="tooltip" gutter={4}>
        {text}
      </Base>
    </TooltipProvider>
  )
}
