import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { Page } from '../../ui/frame/page.tsx'
import { WayBack } from './old-project.tsx'
import { unsortedAddress } from './unsorted.ts'
import { words } from './words.ts'

interface UnsortedPageProps {
  action: ReactNode
  /** Its slides. */
  children: ReactNode
}

/** As the page of a project, for the slides in none. */
export function UnsortedPage({ action, children }: UnsortedPageProps) {
  return (
    <Page
      wide
      title={words.unsorted.title}
      action={action}
      context={
        <>
          {words.unsorted.text}
          {' · '}
          <Link component={RouterLink} to={`${unsortedAddress}/old`} underline="always">
            {words.page.plainView}
          </Link>
        </>
      }
    >
      {children}
    </Page>
  )
}

/** As the page of a project, for all slides there are. */
export function AllSlidesPage({ action, children }: UnsortedPageProps) {
  return (
    <Page wide title={words.allSlides.title} action={action} context={words.allSlides.text}>
      {children}
    </Page>
  )
}

export function OldUnsortedPage({ children }: { children: ReactNode }) {
  return (
    <Page title={words.unsorted.title} context={<WayBack to={unsortedAddress} />}>
      {children}
    </Page>
  )
}
