import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { words } from '../words.ts'
import { enterable, standing } from './organization-choices.ts'
import { useEnterableOrganizations, useEnterOrganization } from './organization-queries.ts'

interface SwitchOrganizationDialogProps {
  currentId: string
  onClose: () => void
}

/** For those who can enter more organisations than a menu holds. */
export function SwitchOrganizationDialog({ currentId, onClose }: SwitchOrganizationDialogProps) {
  const titleId = useId()
  const [search, setSearch] = useState('')
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{words.organization.dialog}</DialogTitle>
      <DialogContent sx={{ height: 440, display: 'flex', flexDirection: 'column', gap: 3 }}>
        <Box sx={{ pt: 1, '& > *': { width: '100%' } }}>
          <SearchField label={words.organization.search} search={search} onSearch={setSearch} />
        </Box>
        <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
          <Found search={search} currentId={currentId} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{words.organization.close}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Found({ search, currentId }: { search: string; currentId: string }) {
  const { data, error, refetch, isPlaceholderData } = useEnterableOrganizations(search, true)
  const enter = useEnterOrganization()
  if (!data) {
    if (!error) return <ListSkeleton label={words.organization.loadingOthers} shape={{ rows: 5 }} />
    return <ErrorState title={words.organization.failedOthers} message={error.message} onRetry={refetch} />
  }
  const organizations = enterable(data.results, currentId)
  const more = data.count - data.results.length
  if (organizations.length === 0) {
    return (
      <Typography role="status" color="textSecondary" sx={{ py: 4 }}>
        {words.organization.nothingFound}
      </Typography>
    )
  }
  return (
    <>
      <List disablePadding aria-busy={isPlaceholderData} sx={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
        {organizations.map((organization) => (
          <ListItem key={organization.id} disablePadding>
            <ListItemButton onClick={() => enter(organization.id)} sx={{ borderRadius: 1, px: 3 }}>
              <ListItemText
                primary={<bdi>{organization.display_name}</bdi>}
                secondary={`${organization.name} · ${standing(organization)}`}
                slotProps={{ primary: { noWrap: true }, secondary: { variant: 'body2', noWrap: true } }}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      {more > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ px: 3, py: 2 }}>
          {words.organization.more(more)}
        </Typography>
      )}
    </>
  )
}
