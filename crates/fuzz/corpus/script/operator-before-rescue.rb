lr
t	
tc.+		rescue	$VERSMO