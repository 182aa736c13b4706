import Dialog from '@mui/material/Dialog'
import { lazy, Suspense, useState } from 'react'
import { type Location, useLocation, useNavigate, useNavigationType } from 'react-router'
import type { ProfileSection } from '../../features/profile/sections.ts'
import { FullScreenSpinner } from '../../ui/full-screen-spinner.tsx'
import { leavesPage, UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { useConfig } from '../config-context.ts'
import { Crash } from '../crash.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { profileHash, sectionOf } from '../profile-address.ts'
import { words } from '../words.ts'

const ProfileDialog = lazy(async () => ({
  default: (await import('../../features/profile/profile-dialog.tsx')).ProfileDialog,
}))

/** The profile lies over whichever page one is on, where the address says so. */
export function ProfileHost() {
  const section = sectionOf(useLocation().hash)
  return section && <OpenProfile section={section} />
}

function OpenProfile({ section }: { section: ProfileSection }) {
  const { mail } = useConfig()
  const { search } = useLocation()
  const navigate = useNavigate()
  const type = useNavigationType()
  // Opened by a click: closing is going back, so that no second entry of the same page stays behind.
  const [pushed] = useState(type === 'PUSH')
  const [unsaved, setUnsaved] = useState(false)
  const go = (hash: string) => navigate({ search, hash }, { replace: true, preventScrollReset: true })
  const close = () => (pushed ? navigate(-1) : go(''))
  return (
    <ErrorBoundary
      fallback={(error, retry) => (
        <Dialog open onClose={close} aria-label={words.profile.label}>
          <Crash error={error} retry={retry} />
        </Dialog>
      )}
    >
      <Suspense fallback={<FullScreenSpinner label={words.profile.loading} />}>
        <ProfileDialog
          section={section}
          onSection={(next) => go(profileHash(next))}
          onClose={close}
          onUnsaved={setUnsaved}
          mail={mail}
        />
      </Suspense>
      <UnsavedGuard unsaved={unsaved} leaving={leavesProfile} />
    </ErrorBoundary>
  )
}

/** What is typed waits while one looks at the other parts of the profile. */
function leavesProfile(from: Location, to: Location): boolean {
  return leavesPage(from, to) || sectionOf(to.hash) === null
}
