import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { words } from './words.ts'

interface DashboardProps {
  organizationName: string
  action: ReactNode
  /** What an organisation works on. */
  children: ReactNode
}

export function Dashboard({ organizationName, action, children }: DashboardProps) {
  const context = (
    <>
      {words.context} <bdi>{organizationName}</bdi>
    </>
  )
  return (
    <Page title={words.title} context={context} action={action}>
      {children}
    </Page>
  )
}
