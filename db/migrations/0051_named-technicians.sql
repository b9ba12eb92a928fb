ALTER TABLE `jobs` ADD `named_worker_id` text;--> statement-breakpoint
-- Until now, every confirmation named the technician.
UPDATE `jobs` SET `named_worker_id` = `worker_id` WHERE `status` = 'scheduled' AND `worker_id` IS NOT NULL;
