import { Ellipsis } from 'lucide-react';
import type { SavedAd } from '../../lib/api/types.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx';
import type { Wall } from './wall.ts';

interface SavedAdMenuProps {
  readonly ad: SavedAd;
  readonly wall: Wall;
}

export function SavedAdMenu({ ad, wall: { board, isEditable, deletableCopy, act } }: SavedAdMenuProps) {
  const copy = deletableCopy(ad);
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${ad.headline ?? ad.advertiser.name}`} variant="plain">
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => act('save', [ad])}>Save to another board…</MenuItem>
      {board !== null && isEditable && (
        <>
          <MenuItem onSelect={() => act('move', [ad])}>Move to board…</MenuItem>
          <MenuItem onSelect={() => act('remove', [ad])}>Remove from this board</MenuItem>
        </>
      )}
      {copy !== null && (
        <>
          <MenuLine />
          <MenuItem bad onSelect={() => act('delete', [ad])}>
            {copy.teamId === null ? 'Delete from all boards…' : 'Delete from all team boards…'}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
