import { useContext, type ReactElement } from 'react'
import { PortalContext, Tooltip as Base, TooltipAnchor, TooltipProvider } from '@ariakit/react'

/** Says more of what is pointed at or focused. */
export function Tooltip({
  text,
  children,
}: {
  text: string
  children: ReactElement<Record<string, unknown>>
}) {
  // In the sheet or the main part that it is said of: whoever goes through the page by its parts would meet it in none else.
  const place = useContext(PortalContext) ?? document.querySelector('main')
  return (
    <TooltipProvider>
      <TooltipAnchor render={children} aria-description={text} />
      <PortalContext value={place}>
        <Base className="tooltip" gutter={4} fixed>
          {text}
        </Base>
      </PortalContext>
    </TooltipProvider>
  )
}
