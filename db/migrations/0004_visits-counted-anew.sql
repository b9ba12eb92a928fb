-- What is billed without a visit no longer counts as one: the sums of finished stretches are made anew.
DELETE FROM summed_chunks WHERE source = 'jobs';
