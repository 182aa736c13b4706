import type { Profile } from '@cresyl/contract/profiles'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Tooltip from '@mui/material/Tooltip'
import { type ReactNode, useId } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { X } from '../../ui/icons.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { GeneralSection } from './general-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { useProfile } from './queries.ts'
import { type ProfileSection, profileSections } from './sections.ts'
import { SecuritySection } from './security-section.tsx'
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
