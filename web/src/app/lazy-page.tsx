import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { FullScreenSpinner } from '../ui/frame/full-screen-spinner.tsx'
import { useLocale } from '../ui/text/locale.ts'
import { words } from './words.ts'

/** A page that is fetched when it is first opened, with the spinner meanwhile. */
export function lazyPage(path: string, load: () => Promise<ComponentType>): ReactNode {
  const Page = lazy(async () => ({ default: await load() }))
  // The key makes each page a boundary of its own: a shared one would keep the page before on the screen.
  return (
    <Suspense key={path} fallback={<FullScreenSpinner label={words.loadingPage} />}>
      <Localized page={Page} />
    </Suspense>
  )
}

/** Dates and numbers anywhere on the page follow when their language changes; what was typed stays. */
function Localized({ page: Page }: { page: ComponentType }) {
  useLocale()
  return <Page />
}
