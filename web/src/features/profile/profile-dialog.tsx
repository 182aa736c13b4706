import type { Profile } from '@cresyl/contract/people/profiles'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Tooltip from '@mui/material/Tooltip'
import { type ReactNode, useId } from 'react'
import { X } from '../../ui/frame/icons.ts'
import { Section } from '../../ui/frame/section.tsx'
import { useNarrow } from '../../ui/frame/use-narrow.ts'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { AppearanceFields } from './appearance-fields.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PasswordForm } from './password-form.tsx'
import { PersonForm } from './person-form.tsx'
import { useProfile } from './queries.ts'
import { type ProfileSection, profileSections } from './sections.ts'
import { SessionList } from './session-list.tsx'
import { words } from './words.ts'

interface ProfileDialogProps {
  section: ProfileSection
  onSection: (section: ProfileSection) => void
  onClose: () => void
  /** Whether something was typed that is not saved. */
  onUnsaved: (unsaved: boolean) => void
  /** Whether this server sends e-mail. */
  mail: boolean
}

export function ProfileDialog({ section, onSection, onClose, onUnsaved, mail }: ProfileDialogProps) {
  const id = useId()
  const narrow = useNarrow('sm')
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      fullScreen={narrow}
      onClose={onClose}
      aria-labelledby={`${id}title`}
      // As high on every tab: it must not jump between them.
      slotProps={{ paper: { sx: narrow ? {} : { height: 'min(760px, calc(100dvh - 64px))' } } }}
    >
      <Stack direction="row" sx={{ alignItems: 'flex-start', pr: 3 }}>
        <DialogTitle id={`${id}title`} sx={{ flex: 1 }}>
          {words.title}
        </DialogTitle>
        <Tooltip title={words.close} describeChild={false}>
          <IconButton onClick={onClose} sx={{ mt: 3 }}>
            <X size={20} aria-hidden />
          </IconButton>
        </Tooltip>
      </Stack>
      <Tabs
        value={section}
        onChange={(_, next: ProfileSection) => onSection(next)}
        aria-label={words.sectionsLabel}
        sx={{ px: { xs: 2, sm: 4 }, borderBottom: 1, borderColor: 'divider', flexShrink: 0 }}
      >
        {profileSections.map((each) => (
          <Tab
            key={each}
            value={each}
            id={`${id}${each}-tab`}
            aria-controls={`${id}${each}`}
            label={words.sections[each]}
          />
        ))}
      </Tabs>
      <DialogContent sx={{ '&&': { pt: 5 } }}>
        {profileSections.map((each) => (
          <Box
            key={each}
            role="tabpanel"
            id={`${id}${each}`}
            aria-labelledby={`${id}${each}-tab`}
            hidden={each !== section}
          >
            {/* What was typed there waits while one looks at the other tabs. */}
            {(each === section || each === 'general') && (
              <Loaded>
                {(profile) => (
                  <>
                    {each === 'general' && <GeneralSection profile={profile} onUnsaved={onUnsaved} />}
                    {each === 'notifications' && <NotificationsSection profile={profile} mail={mail} />}
                    {each === 'security' && <SecuritySection profile={profile} />}
                  </>
                )}
              </Loaded>
            )}
          </Box>
        ))}
      </DialogContent>
    </Dialog>
  )
}

function Loaded({ children }: { children: (profile: Profile) => ReactNode }) {
  const { data, error, isPending, refetch } = useProfile()
  if (data) return children(data)
  if (isPending) return <ProfileSkeleton />
  return (
    <ErrorState
      title={words.failedTitle}
      message={error?.message ?? words.failed}
      onRetry={() => refetch()}
    />
  )
}

function ProfileSkeleton() {
  return (
    <Stack role="status" aria-label={words.loading} sx={{ gap: 4 }}>
      <Skeleton width={120} height={24} />
      <Stack direction="row" sx={{ gap: 4, alignItems: 'center' }}>
        <Skeleton variant="circular" width={72} height={72} />
        <Skeleton width={200} />
      </Stack>
      <Skeleton variant="rounded" height={56} />
      <Skeleton variant="rounded" height={56} />
      <Skeleton width={160} height={24} sx={{ mt: 4 }} />
      <Skeleton variant="rounded" height={40} />
      <Skeleton variant="rounded" height={56} />
    </Stack>
  )
}

function SecuritySection({ profile }: { profile: Profile }) {
  const managed = profile.managed_by === 'provider'
  return (
    <Stack divider={<Divider />} sx={{ gap: 6 }}>
      <Section level={3} title={words.sessions.title} context={words.sessions.text}>
        <SessionList />
      </Section>
      <Section
        level={3}
        title={words.password.title}
        context={managed ? words.password.managed : words.password.text}
      >
        {!managed && <PasswordForm email={profile.email} />}
      </Section>
    </Stack>
  )
}

interface GeneralSectionProps {
  profile: Profile
  onUnsaved: (unsaved: boolean) => void
}

function GeneralSection({ profile, onUnsaved }: GeneralSectionProps) {
  const managed = profile.managed_by === 'provider'
  return (
    <Stack divider={<Divider />} sx={{ gap: 6 }}>
      <Section
        level={3}
        title={words.person.title}
        context={managed ? words.person.managed : words.person.text}
      >
        <PersonForm profile={profile} onUnsaved={onUnsaved} />
      </Section>
      <Section level={3} title={words.appearance.title} context={words.appearance.text}>
        <AppearanceFields profile={profile} />
      </Section>
    </Stack>
  )
}
