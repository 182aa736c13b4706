import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Logo } from '../../ui/logo.tsx'
import { words } from '../words.ts'

interface BrandMarkProps {
  logo: string | null
  organizationName: string
  collapsed: boolean
}

/** The logo of the organisation at the head of the drawer; where it has none, or it fails, ours with our name. */
export function BrandMark({ logo, organizationName, collapsed }: BrandMarkProps) {
  const [failed, setFailed] = useState<string>()
  if (logo !== null && logo !== failed) {
    return (
      <Box
        component="img"
        src={logo}
        alt={organizationName}
        onError={() => setFailed(logo)}
        sx={[
          { display: 'block', height: 32, maxWidth: '100%', objectFit: 'contain', objectPosition: 'left' },
          // There is room for its beginning only, which is where most have their sign.
          collapsed && { width: 32, maxWidth: 'none', objectFit: 'cover' },
          // Logos are made for paper: on a dark page they get a piece of it.
          (theme) => theme.applyStyles('dark', { bgcolor: 'common.white', borderRadius: 1, p: 1 }),
        ]}
      />
    )
  }
  return (
    <>
      <Logo />
      {!collapsed && <Typography sx={{ fontSize: '1.0625rem', fontWeight: 600 }}>{words.product}</Typography>}
    </>
  )
}
