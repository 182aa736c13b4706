import { type DigestRhythm, digestRhythms } from '@cresyl/contract/notifications'
import type { Profile } from '@cresyl/contract/profiles'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useChooseInProfile } from './mutations.ts'
import { words } from './words.ts'

const own = words.notifications.digest

/** How often one letter tells of everything that is still unread. */
export function DigestChoice({ profile, mail }: { profile: Profile; mail: boolean }) {
  const choose = useChooseInProfile()
  return (
    <TextField
      select
      size="small"
      label={own.label}
      helperText={own.text}
      value={profile.digest}
      disabled={!mail}
      onChange={({ target }) => choose.mutate({ digest: target.value as DigestRhythm })}
      sx={{ mt: 5, width: { xs: '100%', sm: 360 } }}
    >
      {digestRhythms.map((rhythm) => (
        <MenuItem key={rhythm} value={rhythm}>
          {own.rhythms[rhythm]}
        </MenuItem>
      ))}
    </TextField>
  )
}
