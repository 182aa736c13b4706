import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  /** What this is and why it is empty. */
  children: ReactNode
  /** The one next step. */
  action?: ReactNode
  tone?: 'calm' | 'problem'
}

export function EmptyState({ icon: Icon, title, children, action, tone = 'calm' }: EmptyStateProps) {
  return (
    <Stack
      sx={{
        alignItems: 'center',
        textAlign: 'center',
        gap: 2,
        px: 5,
        py: { xs: 10, sm: 16 },
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 56,
          height: 56,
          mb: 2,
          borderRadius: '50%',
          bgcolor: 'tokens.accent',
          color: tone === 'problem' ? 'tokens.fail' : 'primary.main',
        }}
      >
        <Icon size={26} strokeWidth={1.75} />
      </Box>
      <Typography variant="h2">{title}</Typography>
      <Typography component="div" color="textSecondary" sx={{ maxWidth: 520, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
      {action && (
        <Stack direction="row" sx={{ mt: 3, gap: 2, flexWrap: 'wrap', justifyContent: 'center' }}>
          {action}
        </Stack>
      )}
    </Stack>
  )
}
