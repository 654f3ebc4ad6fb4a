export { Dialog, DropdownMenu, Popover } from 'radix-ui';
