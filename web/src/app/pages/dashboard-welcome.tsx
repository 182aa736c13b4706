import type { Dashboard } from '@cresyl/contract/lab/dashboard'
import type { Profile } from '@cresyl/contract/people/profiles'
import { useLocation } from 'react-router'
import { useDemo } from '../../features/demo/queries.ts'
import { useChooseInProfile } from '../../features/profile/mutations.ts'
import { useProfile } from '../../features/profile/queries.ts'
import { useMemberCount, useSomeSlide, useViewedCount } from '../../features/welcome/queries.ts'
import { isNewOrganization, stepsFor } from '../../features/welcome/steps.ts'
import { Welcome } from '../../features/welcome/welcome.tsx'
import { usePermission } from '../../lib/session/session-context.tsx'
import { paths } from '../paths.ts'
import { profileHash } from '../profile-address.ts'

/** For those who have not sent it away, while their organisation has hardly any slides of its own. */
export function DashboardWelcome({ figures }: { figures: Dashboard | null | undefined }) {
  const { data: profile } = useProfile()
  const { data: demo } = useDemo()
  // Until all of it is known nothing is shown, and nothing that is shown goes away again.
  if (!profile || profile.welcomed || !figures || demo === undefined) return null
  const ownSlides = Math.max(0, figures.slide_count - (demo?.slides ?? 0))
  if (!isNewOrganization({ ownSlides })) return null
  return <OpenWelcome profile={profile} figures={figures} ownSlides={ownSlides} />
}

interface OpenWelcomeProps {
  profile: Profile
  figures: Dashboard
  ownSlides: number
}

function OpenWelcome({ profile, figures, ownSlides }: OpenWelcomeProps) {
  const { search } = useLocation()
  const choose = useChooseInProfile()
  const mayUpload = usePermission('create:files')
  const mayInvite = usePermission('update:organization_settings')
  const members = useMemberCount(mayInvite)
  const viewed = useViewedCount()
  const slide = useSomeSlide(figures.slide_count > 0)
  const steps = stepsFor({
    mayUpload,
    mayInvite,
    ownSlides,
    slides: figures.slide_count,
    unsorted: figures.unsorted_count,
    viewed,
    members,
    hasOwnProfile: profile.picture !== null || profile.theme !== 'system' || profile.locale !== null,
  })
  return (
    <Welcome
      steps={steps}
      places={{
        upload: paths.uploads,
        ...(slide && { look: `/slide/${slide.id}` }),
        invite: { pathname: paths.manageOrganization, search: '?tab=members' },
        ...(figures.unsorted_count > 0 && { sort: '/project/unsorted' }),
        profile: { search, hash: profileHash() },
      }}
      onDismiss={() => choose.mutate({ welcomed: true })}
    />
  )
}
