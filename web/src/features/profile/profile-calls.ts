import { getProfile, type Profile, updateProfile } from '@pathway/contract/profile';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

const PROFILE_KEY = ['profile'];

export function useProfile() {
  return useQuery({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => callApi(getProfile, { signal }),
    // A reload under the hands of somebody who types would only confuse.
    refetchOnWindowFocus: false,
  });
}

export function useSaveProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (profile: Profile) => callApi(updateProfile, { body: profile }),
    async onSuccess(_, saved) {
      // What was read before it was saved must not come to stand in its place.
      await queries.cancelQueries({ queryKey: PROFILE_KEY });
      queries.setQueryData(PROFILE_KEY, saved);
    },
  });
}
