import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Card, CardList } from '../../ui/list-frame.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { MemberName, MemberStateChip, RoleSelect } from './member-parts.tsx'
import type { MemberListProps } from './member-table.tsx'
import { words } from './words.ts'

/** The list on narrow screens. */
export function MemberCards({ members, actions, busy, mayManage }: MemberListProps) {
  return (
    <CardList label={words.list.label} busy={busy}>
      {members.map((member) => (
        <Card
          key={member.id}
          menu={mayManage && <RowMenu of={member.name} actions={actions.menuOf(member)} />}
        >
          <MemberName member={member} own={actions.isOwn(member)} />
          {mayManage && (
            <Box sx={{ pl: 10 }}>
              <Typography color="textSecondary" noWrap>
                {member.email}
              </Typography>
              <Stack direction="row" sx={{ my: 1, gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
                <RoleSelect member={member} actions={actions} />
                {member.state && <MemberStateChip state={member.state} />}
              </Stack>
              <Typography variant="body2" color="textSecondary">
                {words.list.columns.lastSeen}:{' '}
                {member.last_seen_at ? <RelativeTime time={member.last_seen_at} /> : words.list.never}
              </Typography>
            </Box>
          )}
        </Card>
      ))}
    </CardList>
  )
}
