import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

interface FilterSelectProps<Value extends string> {
  label: string
  /** '' for all of them. */
  value: Value | ''
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value | '') => void
}

/** One of the ways to show fewer rows. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, options, onChange } = props
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as Value | '')}
      sx={{ minWidth: 150, flex: { xs: '1 1 40%', sm: '0 0 auto' } }}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">All</MenuItem>
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
