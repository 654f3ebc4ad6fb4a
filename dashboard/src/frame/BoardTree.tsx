import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client.ts';

/** The boards as a tree in the side bar. */
export function BoardTree() {
  const boards = useQuery(api.boards.list.queryOptions());
  return (
    <ul className="flex flex-col pl-7">
      {(boards.data ?? []).map((board) => (
        <li key={board.id}>
          <Link
            to="/boards/$boardId"
            params={{ boardId: String(board.id) }}
            className="block truncate rounded-md px-2 py-1 text-quiet hover:bg-sunk"
          >
            {board.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
