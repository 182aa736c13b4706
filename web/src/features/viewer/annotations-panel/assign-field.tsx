import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { Shape } from '../../../engine/annotations/content/shape.ts'
import type { AnnotationSession } from './annotation-session.ts'
import { usePeople } from './queries.ts'
import { words } from './words.ts'

const own = words.assign

interface AssignFieldProps {
  session: AnnotationSession
  /** Those that are assigned together. */
  shapes: readonly Shape[]
  mayChange: boolean
}

/** Who is to look at it: that person may accept or reject it, whoever made it. */
export function AssignField({ session, shapes, mayChange }: AssignFieldProps) {
  const people = usePeople()
  const [first] = shapes
  const isOne = shapes.every(({ assignee_id }) => assignee_id === first?.assignee_id)
  const value = (isOne && first?.assignee_id) || ''
  const isKnown = value === '' || people.some(({ id }) => id === value)
  return (
    <TextField
      select
      size="small"
      fullWidth
      label={own.label}
      value={value}
      disabled={!mayChange}
      onChange={({ target }) => {
        const patch = { assignee_id: target.value || null }
        session.document.perform({ update: shapes.map(({ id }) => ({ id, patch })) })
      }}
      slotProps={{
        inputLabel: { shrink: true },
        select: { displayEmpty: true, ...(!isOne && { renderValue: () => own.different }) },
      }}
    >
      <MenuItem value="">{own.nobody}</MenuItem>
      {people.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
      {!isKnown && <MenuItem value={value}>{own.unknown}</MenuItem>}
    </TextField>
  )
}
