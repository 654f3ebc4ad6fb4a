import { Ellipsis } from 'lucide-react';
import type { SavedAd } from '../../lib/api/types.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx';
import type { Wall } from './wall.ts';
import { boardsCopy } from './copy.ts';

const copy = boardsCopy.savedAds;

interface SavedAdMenuProps {
  readonly ad: SavedAd;
  readonly wall: Wall;
}

export function SavedAdMenu({ ad, wall: { board, isEditable, deletableCopy, act } }: SavedAdMenuProps) {
  const deletable = deletableCopy(ad);
  return (
    <Menu
      trigger={
        <IconButton label={copy.actionsFor(ad.headline ?? ad.advertiser.name)} variant="plain">
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => act('save', [ad])}>{copy.saveToAnotherBoard}</MenuItem>
      {board !== null && isEditable && (
        <>
          <MenuItem onSelect={() => act('move', [ad])}>{copy.moveToBoard}</MenuItem>
          <MenuItem onSelect={() => act('remove', [ad])}>{copy.removeFromThisBoard}</MenuItem>
        </>
      )}
      {deletable !== null && (
        <>
          <MenuLine />
          <MenuItem bad onSelect={() => act('delete', [ad])}>
            {deletable.teamId === null ? copy.deleteFromAllBoards : copy.deleteFromAllTeamBoards}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
