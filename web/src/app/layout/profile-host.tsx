import Dialog from '@mui/material/Dialog'
import { lazy, Suspense, useState } from 'react'
import { type Location, useLocation } from 'react-router'
import type { ProfileSection } from '../../features/profile/sections.ts'
import { leavesPage, UnsavedGuard } from '../../ui/form/unsaved-guard.tsx'
import { FullScreenSpinner } from '../../ui/frame/full-screen-spinner.tsx'
import { useConfig } from '../config-context.ts'
import { Crash } from '../crash.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { profileHash, sectionOf } from '../profile-address.ts'
import { words } from '../words.ts'
import { useOverlay } from './use-overlay.ts'

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
  const { go, close } = useOverlay()
  const [unsaved, setUnsaved] = useState(false)
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
