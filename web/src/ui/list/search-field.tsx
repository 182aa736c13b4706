import { textLimits } from '@cresyl/contract/api/limits'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useEffectEvent, useState } from 'react'
import { Search, X } from '../frame/icons.ts'

const settleAfter = 300

interface SearchFieldProps {
  label: string
  /** The search in the address. */
  search: string
  onSearch: (search: string) => void
}

/** Searches once the typing has settled, or at once with Enter; Esc clears. */
export function SearchField({ label, search, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(search)
  const [known, setKnown] = useState(search)
  // Of this field, while the address doesn't have them yet: typing goes on meanwhile.
  const [underWay, setUnderWay] = useState<readonly string[]>([])
  if (search !== known) {
    const isOwn = underWay.includes(search)
    setKnown(search)
    setUnderWay(isOwn ? underWay.slice(underWay.indexOf(search) + 1) : [])
    // Changed from elsewhere (back button, "clear the search"): the field follows.
    if (!isOwn && search !== typed.trim()) setTyped(search)
  }

  function ask(text: string) {
    if (text !== search) setUnderWay([...underWay, text])
    onSearch(text)
  }

  const settle = useEffectEvent(() => ask(typed.trim()))
  useEffect(() => {
    if (typed.trim() === search) return
    const timer = setTimeout(() => settle(), settleAfter)
    return () => clearTimeout(timer)
  }, [typed, search])

  function clear() {
    setTyped('')
    ask('')
  }

  return (
    <OutlinedInput
      type="search"
      size="small"
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') ask(typed.trim())
        if (event.key === 'Escape') clear()
      }}
      sx={{
        // Narrow where the filters beside it need the room, before these would go to another line.
        flex: { xs: '1 1 100%', sm: '1 1 160px' },
        maxWidth: { sm: 320 },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
      slotProps={{ input: { 'aria-label': label, maxLength: textLimits.search, dir: 'auto' } }}
      startAdornment={
        <InputAdornment position="start">
          <Search size={18} aria-hidden />
        </InputAdornment>
      }
      endAdornment={
        typed !== '' && (
          <InputAdornment position="end">
            <IconButton size="small" edge="end" aria-label="Clear the search" onClick={clear}>
              <X size={16} aria-hidden />
            </IconButton>
          </InputAdornment>
        )
      }
    />
  )
}
